import { connect, type Socket } from 'node:net';
import { canaryWatch } from '../checks/canary';

/** Data received on a TCP connection. */
interface RawAnswer {
  /** Everything received until the server closed the connection or `until` returned true. */
  readonly text: string;
  /** Status of the first response; null if there is none. */
  readonly status: number | null;
  /** Whether the connection ended before `until` returned true. */
  readonly closed: boolean;
}

/** Milliseconds to wait for a response before the test fails. */
const TIMEOUT_MS = 15_000;

/**
 * Sends bytes unchanged, one write per piece. Reads until the server closes the connection or `until` returns true.
 * Throws if the server refuses the connection.
 */
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
      // A fixed time is correct here, because it is the timeout for a response.
      const timer = setTimeout(() => reject(new Error(`No response in ${TIMEOUT_MS} ms: ${text}`)), TIMEOUT_MS);
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (until(text)) end(false);
      });
      socket.on('close', () => end(true));
      socket.on('error', reject);
      socket.on('connect', () => {
        socket.off('error', reject);
        // The server may reset the connection after the response. The caller checks the text that was received.
        socket.on('error', () => end(true));
        write(socket, pieces);
      });
    });
    canaryWatch.look('a TCP connection', answer.text);
    return answer;
  } finally {
    socket.destroy();
  }
}

/** Value of `until` for reading until the server closes the connection. */
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
  const head = text.slice(0, end);
  if (/^transfer-encoding: chunked$/im.test(head)) return text.endsWith('\r\n0\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return text.length - end - 4 >= Number(length ?? 0);
}
