import type { Gauge, Registry } from 'prom-client'

export const prefix = 'wallet_capture_'

/**
 * Opens a registry with the default figures of this process. The only place that knows prom-client, which is loaded when
 * somebody asks for metrics.
 */
export async function openRegistry(): Promise<{
  readonly prom: typeof import('prom-client')
  readonly registry: Registry
}> {
  const prom = await import('prom-client')
  const registry: Registry = new prom.Registry()
  prom.collectDefaultMetrics({ register: registry, prefix })
  // Gauges named as counters, which `promtool check metrics` refuses; each is the sum of another series.
  for (const name of ['resources', 'handles', 'requests'])
    registry.removeSingleMetric(`${prefix}nodejs_active_${name}_total`)
  return { prom, registry }
}

/** The text format of Prometheus, and its media type. */
export interface MetricsText {
  readonly type: string
  readonly body: string
}

/** All figures of a registry as text. */
export const textOf = async (registry: Registry): Promise<MetricsText> => ({
  type: registry.contentType,
  body: await registry.metrics(),
})

/** Sets a gauge. An absent figure is no series: 0 would be one that is known. */
export function setGauge(gauge: Gauge<never>, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
