#!/usr/bin/env node
import { passgap } from './program.ts';
import { runCommand } from './run.ts';

// A closed pipe (`passgap ... | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const argv = process.argv.slice(2);
process.exitCode = await runCommand(await passgap(argv), argv);
