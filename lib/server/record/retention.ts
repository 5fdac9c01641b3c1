import type { Container } from '../container'

const everyMillis = 3600_000

/**
 * Deletes old sessions and expired one-time values at start and then once an hour. Returns a function that stops it.
 */
export function startRetention({ purge, log }: Pick<Container, 'purge' | 'log'>, retentionDays: number): () => void {
  const run = () => {
    purge(retentionDays).then(
      (counts) => log.debug({ ...counts }, 'old evidence deleted'),
      (error: unknown) =>
        log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'deleting old evidence failed'),
    )
  }
  const timer = setInterval(run, everyMillis)
  const first = setTimeout(run, 60_000)
  timer.unref()
  first.unref()
  return () => {
    clearInterval(timer)
    clearTimeout(first)
  }
}
