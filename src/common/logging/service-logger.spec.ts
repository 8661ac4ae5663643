import fc from 'fast-check';
import { QueryFailedError } from 'typeorm';
import { ServiceLogger } from './service-logger';

function capture(level = 'debug'): {
  logger: ServiceLogger;
  lines: () => Record<string, unknown>[];
  text: () => string;
} {
  let text = '';
  const logger = new ServiceLogger(level, { write: (line: string) => void (text += line) });
  const lines = (): Record<string, unknown>[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, lines, text: () => text };
}

describe('ServiceLogger', () => {
  it('writes one JSON object per line with level, time and message', () => {
    const { logger, lines } = capture();
    logger.log('Started', 'Server');
    expect(lines()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), context: 'Server', msg: 'Started' },
    ]);
  });

  it('never writes secrets in the logged object or in the objects directly inside it', () => {
    const { logger, text } = capture();
    const secret = 'canary-7c1e';
    logger.pino.info({ password: secret, token: secret, headers: { authorization: secret, cookie: secret } }, 'Login');
    expect(text()).toContain('[redacted]');
    expect(text()).not.toContain(secret);
  });

  it('writes the code and constraint of a database error, but not the statement, its parameters or the row', () => {
    const { logger, lines, text } = capture();
    const driverError = Object.assign(new Error('invalid input syntax for type uuid: "canary-value"'), {
      code: '22P02',
      constraint: 'users_pkey',
      detail: 'Key (username)=(canary-value) already exists.',
    });
    const error = new QueryFailedError('SELECT canary-statement', ['canary-parameter'], driverError);
    logger.pino.error({ err: error }, 'Failed');
    expect(text()).not.toContain('canary');
    expect(lines()[0]).toMatchObject({ err: { type: 'QueryFailedError', code: '22P02', constraint: 'users_pkey' } });
  });

  it.each([
    ['invalid input syntax for type uuid: "', '"'],
    ['value "', '" is out of range for type integer'],
    ['"', '" is out of range for type double precision'],
    ['syntax error at or near "', '"'],
    ['time zone "', '" not recognized'],
    ['Key (username)=(', ') already exists.'],
  ])('writes no value of a database error: %s…%s', (before, after) => {
    const value = fc.array(fc.constantFrom('canary', '"', '\n', ': "', ')', '…', ' '), { minLength: 1 });
    fc.assert(
      fc.property(value, (parts) => {
        const { logger, lines, text } = capture();
        const driverError = new Error(`${before}${parts.join('')}${after}`);
        logger.pino.error({ err: new QueryFailedError('SELECT', [], driverError) }, 'Failed');
        expect(text()).not.toContain('canary');
        expect(lines()).toMatchObject([{ err: { stack: expect.stringContaining('service-logger.spec') as string } }]);
      }),
    );
  });

  it('omits the stack of an error that Nest passes as a text, and does not write it as the context', () => {
    const { logger, lines } = capture();
    logger.error('Failed', new Error('a value: "canary"').stack);
    expect(lines()).toEqual([{ level: 'error', time: expect.any(String) as string, msg: 'Failed' }]);
  });

  it('writes the causes of an error', () => {
    const { logger, lines } = capture();
    logger.error(new Error('outer', { cause: new TypeError('inner') }), 'Part');
    expect(lines()[0]).toMatchObject({ context: 'Part', err: { message: 'outer', cause: { type: 'TypeError' } } });
  });

  it("omits the framework's list of modules and routes at level info", () => {
    const { logger, lines } = capture('info');
    logger.log('Mapped {/x, GET} route', 'RouterExplorer');
    expect(lines()).toEqual([]);
  });
});
