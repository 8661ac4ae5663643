import { Module, type OnModuleInit } from '@nestjs/common';
import { OwnershipResolvers } from '../auth/ownership/ownership-resolvers';
import { AuditController } from './audit.controller';
import { AuditService } from './audit.service';
import { IdempotencyStore } from './idempotency.store';
import { IdempotentWrites } from './idempotent-writes.service';
import { PayloadPreparer } from './payload-preparer.service';
import { RunGroundingRepository } from './run-grounding.repository';
import { RunWriter } from './run-writer.service';
import { RunStore } from './run.store';
import { RunsRepository } from './runs.repository';
import { ToolCallStore } from './tool-call.store';

/** Ring 4: runs, their tool calls and their history. */
@Module({
  controllers: [AuditController],
  providers: [
    AuditService,
    IdempotencyStore,
    IdempotentWrites,
    PayloadPreparer,
    RunGroundingRepository,
    RunStore,
    RunWriter,
    RunsRepository,
    ToolCallStore,
  ],
})
export class AuditModule implements OnModuleInit {
  constructor(
    private readonly ownership: OwnershipResolvers,
    private readonly service: AuditService,
  ) {}

  onModuleInit(): void {
    this.ownership.register('run', (principal, id) => this.service.ownershipOf(principal, id));
  }
}
