import { connect, type Socket } from 'node:net';
import { canaryWatch } from './canary';

/** What came back over a bare connection. */
export interface RawAnswer {
  /** Everything received until the server closed, or until `until` was satisfied. */
  readonly text: string;
  /** Status of the first answer; null when nothing came. */
  readonly status: number | null;
  readonly closed: boolean;
}

/** How long a bare connection is listened to, in milliseconds, before the test fails. */
const PATIENCE_MS = 15_000;

/** Sends bytes as they are, in as many pieces as given, and reads until the server closes or `until` says enough. */
export async function sendRaw(
  port: number,
  pieces: string | Buffer | readonly (string | Buffer)[],
  until: (text: string) => boolean = isWholeAnswer,
): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    const answer = await new Promise<RawAnswer>((resolve, reject) => {
      let text = '';
      const end = (closed: boolean): void => {
        clearTimeout(timer);
        resolve({ text, status: statusOf(text), closed });
      };
      // Time is the subject: the longest wait for an answer.
      const timer = setTimeout(() => reject(new Error(`No answer in ${PATIENCE_MS} ms: ${text}`)), PATIENCE_MS);
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (until(text)) end(false);
      });
      socket.on('close', () => end(true));
      // A reset after the answer is an end like any other; the answer is judged by what came.
      socket.on('error', () => end(true));
      socket.on('connect', () => write(socket, pieces));
    });
    canaryWatch.look('a bare connection', answer.text);
    return answer;
  } finally {
    socket.destroy();
  }
}

/** Reads to the very end of the connection. */
export const untilClosed = (): boolean => false;

function write(socket: Socket, pieces: string | Buffer | readonly (string | Buffer)[]): void {
  const list = typeof pieces === 'string' || Buffer.isBuffer(pieces) ? [pieces] : pieces;
  for (const piece of list) socket.write(piece);
}

function statusOf(text: string): number | null {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  return status === undefined ? null : Number(status);
}

function isWholeAnswer(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  return text.length - end - 4 >= Number(length ?? 0);
}
