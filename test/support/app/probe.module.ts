import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { Allow } from 'class-validator';
import { Public } from '../../../src/auth/auth.decorators';
import { Answers } from '../../../src/common/response-bounds/answers.decorator';
import { Bounded, Capped } from '../../../src/common/response-bounds/bounded.decorators';
import { BoundedRequest, IsAbsentOr } from '../../../src/common/dto/bounded-request.dto';
import { ReadPool } from '../../../src/database/read-pool';
import { principalOf } from '../accounts/principals';

/** Accepts the fields of all bounded requests, and any value in `value`. */
export class ProbeRequest extends BoundedRequest {
  @IsAbsentOr()
  @Allow()
  value?: unknown;
}

export class ProbeResponse {
  @Capped('related_limit')
  names: string[];

  @Bounded(10)
  text: string;

  loose: unknown;
}

const NOBODY = principalOf();

/**
 * Routes for tests of the global guards, interceptors and filters. Some break rules that real routes keep: they throw
 * unexpected errors, or answer with more than is allowed.
 */
@Public()
@Controller('probe')
export class ProbeController {
  constructor(private readonly pool: ReadPool) {}

  @Post('echo')
  @Answers(null, { status: 200 })
  echo(@Body() request: ProbeRequest): unknown {
    return { ...request };
  }

  /** Returns more than the response class allows. */
  @Post('too-large')
  @Answers(ProbeResponse)
  tooLarge(): ProbeResponse {
    const names = Array.from({ length: 100 }, () => 'n'.repeat(1000));
    return { names, text: 'é'.repeat(50), loose: { rows: names.map((name) => [name]) } };
  }

  /** Returns a body that no response class describes. */
  @Post('undeclared')
  undeclared(): unknown {
    return { rows: Array.from({ length: 100 }, () => 'x'.repeat(1000)) };
  }

  @Get('fail')
  fail(): never {
    throw new Error('canary-of-the-inside');
  }

  @Get('reject')
  reject(): Promise<never> {
    return Promise.reject(new TypeError('canary-of-the-inside'));
  }

  /** Sleeps in the database for a number of seconds, in one read. */
  @Get('sleep/:seconds')
  async sleep(@Param('seconds') seconds: string): Promise<{ slept: boolean }> {
    await this.pool.readAs(NOBODY, (scope) => scope.rows({ text: 'SELECT pg_sleep($1)' }, [Number(seconds)]));
    return { slept: true };
  }

  /** Runs two statements in one read. Each sleeps in the database for a number of seconds. */
  @Get('sleep-twice/:seconds')
  async sleepTwice(@Param('seconds') seconds: string): Promise<{ slept: boolean }> {
    await this.pool.readAs(NOBODY, async (scope) => {
      await scope.rows({ text: 'SELECT pg_sleep($1)' }, [Number(seconds)]);
      await scope.rows({ text: 'SELECT pg_sleep($1)' }, [Number(seconds)]);
    });
    return { slept: true };
  }

  /** Returns the process id of the database session that serves the read. */
  @Get('backend')
  async backend(): Promise<unknown> {
    const [row] = await this.pool.readAs(NOBODY, (scope) => scope.rows({ text: 'SELECT pg_backend_pid() AS pid' }));
    return row;
  }
}

/** Tests add this module with `createTestApp({ modules: [ProbeModule] })`. */
@Module({ controllers: [ProbeController] })
export class ProbeModule {}
