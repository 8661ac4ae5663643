import { Module } from '@nestjs/common';
import { GroundingController } from './grounding.controller';
import { GroundingRepository } from './grounding.repository';
import { GroundingService } from './grounding.service';

/** Ring 4 (see docs/architecture.md): checks of groundings that earlier answers gave. */
@Module({
  controllers: [GroundingController],
  providers: [GroundingRepository, GroundingService],
})
export class GroundingModule {}
