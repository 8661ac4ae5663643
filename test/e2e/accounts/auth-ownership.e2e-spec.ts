import 'reflect-metadata';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  Injectable,
  type INestApplication,
  Module,
  Param,
  Put,
  type Type,
} from '@nestjs/common';
import { APP_GUARD, DiscoveryModule, NestFactory } from '@nestjs/core';
import type { AddressInfo } from 'node:net';
import type { AuthenticatedRequest } from '../../../src/auth/authenticated-request';
import { OwnedResource } from '../../../src/auth/ownership/owned-resource.decorator';
import { OwnershipCheck } from '../../../src/auth/ownership/ownership-check';
import { OwnershipGuard } from '../../../src/auth/ownership/ownership.guard';
import { OwnershipResolvers } from '../../../src/auth/ownership/ownership-resolvers';
import { loadConfig } from '../../../src/common/config/config';
import { ServiceLogger } from '../../../src/common/logging/service-logger';
import { ProblemFilter } from '../../../src/http/problem.filter';
import { STRONG_SECRET } from '../../support/installation/installation';
import { principalOf } from '../../support/accounts/principals';

const OWN = 'abcdef11-1111-4111-8111-1111111111af';
const FOREIGN = 'abcdef22-2222-4222-8222-2222222222af';
const ABSENT = 'abcdef33-3333-4333-8333-3333333333af';
const REQUEST_ID = '44444444-4444-4444-8444-444444444444';
const USER = principalOf();

@Injectable()
class EverybodyIsUser implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    context.switchToHttp().getRequest<AuthenticatedRequest>().user = USER;
    return true;
  }
}

@Controller('runs')
class RunsController {
  @OwnedResource('run')
  @HttpCode(204)
  @Get(':run_id')
  get(@Param('run_id') _: string): void {}

  @OwnedResource('run', { mayCreate: true })
  @HttpCode(204)
  @Put(':run_id')
  put(@Param('run_id') _: string): void {}
}

@Controller('without-rule')
class WithoutRuleController {
  @Get(':run_id/audit')
  audit(@Param('run_id') _: string): void {}
}

@Controller('parents/:artifact_id')
class ParentWithoutRuleController {
  @Get('things')
  things(@Param('artifact_id') _: string): void {}
}

@Controller('wrong')
class WrongKindController {
  @OwnedResource('artifact')
  @Get(':run_id')
  get(@Param('run_id') _: string): void {}
}

/** Starts an application with a controller and the ownership guard. */
async function start(controller: Type, hasResolver: boolean): Promise<INestApplication> {
  @Module({
    imports: [DiscoveryModule],
    controllers: [controller],
    providers: [
      OwnershipResolvers,
      OwnershipCheck,
      { provide: APP_GUARD, useClass: EverybodyIsUser },
      { provide: APP_GUARD, useClass: OwnershipGuard },
    ],
  })
  class OwnershipModule {}

  const app = await NestFactory.create(OwnershipModule, { logger: false, abortOnError: false });
  app.useGlobalFilters(
    new ProblemFilter(new ServiceLogger('silent'), loadConfig({ NODE_ENV: 'test', JWT_SECRET: STRONG_SECRET })),
  );
  if (hasResolver) {
    app.get(OwnershipResolvers).register('run', (principal, id) => {
      expect(principal).toBe(USER);
      return Promise.resolve(id === OWN ? 'visible' : id === FOREIGN ? 'hidden' : 'absent');
    });
  }
  return app.listen(0, '127.0.0.1').then(() => app);
}

describe('an owned id', () => {
  let app: INestApplication;
  beforeAll(async () => {
    app = await start(RunsController, true);
  });
  afterAll(() => app.close());

  async function ask(method: string, id: string): Promise<{ status: number; headers: string; body: string }> {
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    const answer = await fetch(`http://127.0.0.1:${port}/runs/${id}`, {
      method,
      headers: { 'x-request-id': REQUEST_ID },
    });
    const headers = [...answer.headers].filter(([name]) => name !== 'date');
    return { status: answer.status, headers: JSON.stringify(headers), body: await answer.text() };
  }

  const SPELLINGS: [string, (id: string) => string][] = [
    ['lower-case', (id) => id],
    ['upper-case', (id) => id.toUpperCase()],
    ['mixed-case', (id) => id.replace('abc', 'AbC')],
  ];

  test.each(SPELLINGS)('of the caller is accepted in %s letters', async (_, spell) => {
    expect((await ask('GET', spell(OWN))).status).toBe(204);
    expect((await ask('PUT', spell(OWN))).status).toBe(204);
  });

  test.each(SPELLINGS)(
    'of another user in %s letters gets 404, and a read gets the same answer as for an absent id',
    async (_, spell) => {
      const [foreign, absent] = [await ask('GET', spell(FOREIGN)), await ask('GET', spell(ABSENT))];
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(absent);
      expect((await ask('PUT', spell(FOREIGN))).status).toBe(404);
    },
  );

  test('is accepted if it is absent and the route may create it', async () => {
    const statuses = [];
    for (const id of [OWN, ABSENT, FOREIGN]) statuses.push((await ask('PUT', id)).status);
    expect(statuses).toEqual([204, 204, 404]);
  });

  test.each(['not-an-id', `%7B${OWN}%7D`, OWN.replaceAll('-', ''), `${OWN}%00`])(
    'in the invalid form %s gets 400',
    async (id) => {
      expect((await ask('GET', id)).status).toBe(400);
    },
  );
});

test.each<[string, Type, string]>([
  [
    'has an owned id in its path but no @OwnedResource',
    WithoutRuleController,
    "WithoutRuleController.audit must have @OwnedResource('run')",
  ],
  [
    'has an owned id in the path of its controller but no @OwnedResource',
    ParentWithoutRuleController,
    "@OwnedResource('artifact') if its path contains artifact_id",
  ],
  [
    'has @OwnedResource for ids of another kind',
    WrongKindController,
    "WrongKindController.get must have @OwnedResource('artifact') if its path contains artifact_id, and only then.",
  ],
  [
    'has @OwnedResource for a kind without a registered resolver',
    RunsController,
    'No feature resolves the ownership of run.',
  ],
])('the start fails when a route %s', async (_, controller, message) => {
  await expect(start(controller, false)).rejects.toThrow(message);
});
