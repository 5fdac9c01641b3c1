import type { Container } from '../wiring/container'

/**
 * Reads the newest requests from storage once the service listens, as their first reader would have to. Others are answered
 * meanwhile, for it reads few at a time. A failure is logged, and left to that reader.
 */
export async function fillLedger({ queries, log }: Pick<Container, 'queries' | 'log'>): Promise<void> {
  try {
    await queries.ledger()
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'the ledger was not read in advance')
  }
}
