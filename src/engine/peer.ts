/** Engines are optional packages, loaded when first used. */
import { InputError } from '../errors.ts';
import { peerAbsent } from './messages.ts';

/**
 * Runs the import of an optional package.
 *
 * @throws InputError that says how to install it when it is absent.
 */
export async function loadPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
      throw new InputError(peerAbsent(name), {}, { cause });
    }
    throw cause;
  }
}
