/** Optional packages. */
import { expect, it } from 'vitest';
import { loadPeer } from '../../src/engine/peer.ts';
import { InputError } from '../../src/errors.ts';

const absent = 'passgap-no-such-package';

it('says how to install a package that is absent', async () => {
  const error = await loadPeer('@duckdb/node-api', () =>
    Promise.reject(Object.assign(new Error(absent), { code: 'ERR_MODULE_NOT_FOUND' })),
  ).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).toBe(
    'the package @duckdb/node-api is not installed; it is optional and needed here: npm install @duckdb/node-api',
  );
});

it('passes on any other fault of the package', async () => {
  const broken = new Error('wrong ELF class');
  await expect(loadPeer('x', () => Promise.reject(broken))).rejects.toBe(broken);
});
