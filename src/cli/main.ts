#!/usr/bin/env node
import { passgap } from './program.ts';
import { runCommand } from './run.ts';

// A closed pipe (`passgap ... | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCommand(passgap(), process.argv.slice(2));
