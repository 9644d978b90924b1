/** Numbers on a command line; what range is allowed is checked where it is known. */
import { InputError, quoteValue } from '../errors.ts';

/** @throws InputError naming the option and its text, when that is no finite number */
export function numberOf(option: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new InputError(`${quoteValue(text)} is not allowed; allowed is a number`, { file: option });
}

/** The same; undefined for an option that was not given. */
export const optionalNumber = (option: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : numberOf(option, text);
