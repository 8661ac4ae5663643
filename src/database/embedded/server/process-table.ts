import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from '../cluster/exclusive-file';

/** Data of the operating system about one process id. */
export interface ProcessEntry {
  /** False for a zombie, which keeps its process id but no longer runs. */
  running: boolean;
  /** Start time. Differs between two processes with the same id, also across a reboot. */
  birth: string;
  /** File name of the executable. */
  program: string;
  /** The command line, with arguments separated by spaces. */
  commandLine: string;
}

/** Looks up a process id. Returns null when no process has it. */
export function findProcess(pid: number): ProcessEntry | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return existsSync('/proc/self/stat') ? findInProc(pid) : findWithPs(pid);
}

/** Whether the process with this id is the one that started at `birth`. */
export function isRunning(pid: number, birth: string): boolean {
  const entry = findProcess(pid);
  return entry !== null && entry.running && entry.birth === birth;
}

/** Start time of this process. */
export function ownBirth(): string {
  return findProcess(process.pid)?.birth ?? '';
}

function findInProc(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name in parentheses may contain parentheses and spaces, so fields are counted after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return {
      running: fields[0] !== 'Z' && fields[0] !== 'X',
      birth: `${fields[19] ?? ''}-${boot}`,
      program: programInProc(pid) ?? basename(words[0] ?? ''),
      commandLine: words.join(' ').trim(),
    };
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return null;
    throw error;
  }
}

function programInProc(pid: number): string | null {
  try {
    // After a reinstallation the path of a running program has this suffix.
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error))) return null;
    throw error;
  }
}

function findWithPs(pid: number): ProcessEntry | null {
  const result = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'stat=,lstart=,command='], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  const words = (result.stdout ?? '').trim().split(/\s+/);
  const state = words[0];
  if (result.status !== 0 || state === undefined || state === '') return null;
  // lstart has five words: weekday, month, day, time, year.
  return {
    running: !state.startsWith('Z'),
    birth: words.slice(1, 6).join('-').replaceAll(':', '.'),
    program: basename(words[6] ?? ''),
    commandLine: words.slice(6).join(' '),
  };
}
