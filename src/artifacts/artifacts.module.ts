import { Module, type OnModuleInit } from '@nestjs/common';
import { OwnershipResolvers } from '../auth/ownership/ownership-resolvers';
import { ArtifactConditions } from './writing/artifact-conditions.service';
import { ArtifactGraphStore } from './writing/artifact-graph.store';
import { ArtifactSourcesStore } from './writing/artifact-sources.store';
import { ArtifactSuccession } from './writing/artifact-succession.service';
import { ArtifactWriter } from './writing/artifact-writer.service';
import { ArtifactStore } from './writing/artifact.store';
import { ArtifactsController } from './artifacts.controller';
import { ArtifactsRepository } from './artifacts.repository';
import { ArtifactsService } from './artifacts.service';

/** Ring 4 (see docs/architecture.md): artifacts with their provenance. */
@Module({
  controllers: [ArtifactsController],
  providers: [
    ArtifactConditions,
    ArtifactGraphStore,
    ArtifactSourcesStore,
    ArtifactStore,
    ArtifactSuccession,
    ArtifactWriter,
    ArtifactsRepository,
    ArtifactsService,
  ],
})
export class ArtifactsModule implements OnModuleInit {
  constructor(
    private readonly ownership: OwnershipResolvers,
    private readonly service: ArtifactsService,
  ) {}

  onModuleInit(): void {
    this.ownership.register('artifact', (principal, id) => this.service.ownershipOf(principal, id));
  }
}
