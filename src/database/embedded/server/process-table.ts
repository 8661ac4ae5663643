import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from '../../../common/problems/error-code';

export interface ProcessEntry {
  /** False for a zombie: it has ended, but its process id is still in use. */
  running: boolean;
  /** Start time. It differs between two processes that had the same id at different times, also across a reboot. */
  startTime: string;
  program: string;
  commandLine: string;
  /** Working directory, with resolved links; null if it is unknown, for example on a system without `/proc`. */
  directory: string | null;
}

/** Looks up a process id. Returns null when no process has it. */
export function findProcess(pid: number): ProcessEntry | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return existsSync('/proc/self/stat') ? findInProc(pid) : findWithPs(pid);
}

/** Whether the process with this id started at `startTime` and has not ended. */
export function isRunning(pid: number, startTime: string): boolean {
  const entry = findProcess(pid);
  return entry !== null && entry.running && entry.startTime === startTime;
}

export function ownStartTime(): string {
  return findProcess(process.pid)?.startTime ?? '';
}

function findInProc(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program name in parentheses. It may contain spaces and parentheses itself, so the fields
    // are counted from the last closing parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // Field 22 of the file, which has index 19 here, is the start time in clock ticks since the boot.
    return {
      running: fields[0] !== 'Z' && fields[0] !== 'X',
      startTime: `${fields[19] ?? ''}-${boot}`,
      program: programInProc(pid) ?? basename(words[0] ?? ''),
      commandLine: words.join(' ').trim(),
      directory: linkInProc(pid, 'cwd'),
    };
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return null;
    throw error;
  }
}

function programInProc(pid: number): string | null {
  const program = linkInProc(pid, 'exe');
  // Linux adds this suffix when the file of a running program was deleted, for example by a reinstallation.
  return program === null ? null : basename(program.replace(/ \(deleted\)$/, ''));
}

/** Returns the target of a link; null if the process has ended, or this process may not read the link. */
function linkInProc(pid: number, name: 'exe' | 'cwd'): string | null {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error))) return null;
    throw error;
  }
}

/** Looks up a process id on a system without `/proc`. */
export function findWithPs(pid: number): ProcessEntry | null {
  // lstart has five words: weekday, month, day, time, year.
  const line = /^(\S+)\s+(\S+(?:\s+\S+){4})\s+(.*)$/s.exec(askPs(pid, 'stat=,lstart=,command='));
  if (line === null) return null;
  const [, state = '', startTime = '', commandLine = ''] = line;
  return {
    running: !state.startsWith('Z'),
    startTime: startTime.replaceAll(/\s+/g, '-').replaceAll(':', '.'),
    // The path of a program may contain spaces, so the command line does not tell where it ends.
    program: basename(askPs(pid, 'comm=')),
    commandLine,
    directory: null,
  };
}

/** Returns an empty text if there is no such process. */
function askPs(pid: number, format: string): string {
  const { status, stdout } = spawnSync('ps', ['-ww', '-p', String(pid), '-o', format], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  return status === 0 ? stdout.trim() : '';
}
