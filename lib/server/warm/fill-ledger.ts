import type { Container } from '../container'

/**
 * Loads the newest requests from storage once the service listens, so that their first reader need not wait. It reads
 * few at a time, so other requests are answered meanwhile. A failure is logged and left to the first reader.
 */
export async function fillLedger({ queries, log }: Pick<Container, 'queries' | 'log'>): Promise<void> {
  try {
    await queries.ledger()
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'the ledger was not read in advance')
  }
}
