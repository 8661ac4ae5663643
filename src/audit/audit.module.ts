import { Module, type OnModuleInit } from '@nestjs/common';
import { OwnershipResolvers } from '../auth/ownership/ownership-resolvers';
import { AuditController } from './audit.controller';
import { AuditService } from './audit.service';
import { IdempotencyStore } from './idempotency/idempotency.store';
import { IdempotentWrites } from './idempotency/idempotent-writes.service';
import { RequestHashes } from './idempotency/request-hashes';
import { PayloadPreparer } from './payloads/payload-preparer.service';
import { RunGroundingRepository } from './runs/run-grounding.repository';
import { RunWriter } from './runs/run-writer.service';
import { RunStore } from './runs/run.store';
import { RunChainsStore } from './verification/run-chains.store';
import { RunVerifier } from './verification/run-verifier.service';
import { AuditRepository } from './audit.repository';
import { ToolCallStore } from './runs/tool-call.store';

/**
 * Ring 4 (see docs/architecture.md): the audit of runs. A run is the record of a piece of work of an application, with
 * its tool calls. The history of a run is a hash chain, which reveals later modifications.
 */
@Module({
  controllers: [AuditController],
  providers: [
    AuditService,
    IdempotencyStore,
    IdempotentWrites,
    PayloadPreparer,
    RequestHashes,
    RunGroundingRepository,
    RunChainsStore,
    RunStore,
    RunVerifier,
    RunWriter,
    AuditRepository,
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
