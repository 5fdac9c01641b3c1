import { type MetricsText, openRegistry, prefix, setGauge, textOf } from './registry'

/** Figures of a worker process. Apart from those of the web process, which load the whole interface for their labels. */
export interface WorkerMetrics {
  /** All figures in the text format of Prometheus, and its media type. */
  text(): Promise<MetricsText>
}

/** `liveNamespaces` counts the namespaces that the worker serves; asked at each scrape. */
export async function createWorkerMetrics(liveNamespaces: () => number | undefined): Promise<WorkerMetrics> {
  const { prom, registry } = await openRegistry()
  const gauge = new prom.Gauge<never>({
    name: `${prefix}live_namespaces`,
    help: 'Namespaces that this worker serves.',
    registers: [registry],
  })
  return {
    async text() {
      setGauge(gauge, liveNamespaces())
      return textOf(registry)
    },
  }
}
