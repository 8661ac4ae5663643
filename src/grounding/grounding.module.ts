import { Module } from '@nestjs/common';
import { GroundingController } from './grounding.controller';
import { GroundingRepository } from './grounding.repository';
import { GroundingService } from './grounding.service';

/** Ring 4 (see docs/architecture.md): checks whether groundings of earlier answers still hold. */
@Module({
  controllers: [GroundingController],
  providers: [GroundingRepository, GroundingService],
})
export class GroundingModule {}
