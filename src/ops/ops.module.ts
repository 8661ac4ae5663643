import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { HealthController } from './health.controller';
import { MetricsServer } from './metrics.server';
import { ReadinessRepository } from './readiness.repository';
import { ReadinessService } from './readiness.service';
import { RequestMetrics } from './request-metrics';
import { ServiceMetrics } from './service-metrics';

/**
 * Ring 4 (see docs/architecture.md): probes and metrics. Each application instance has its own registry, because a
 * process can run several instances, and a registry refuses a second metric of the same name.
 */
@Module({
  controllers: [HealthController],
  providers: [
    { provide: Registry, useFactory: () => new Registry() },
    MetricsServer,
    ReadinessRepository,
    ReadinessService,
    RequestMetrics,
    ServiceMetrics,
  ],
})
export class OpsModule {}
