import { GracefulShutdownPeriodExpiredError, type LogEntry, type LogMetadata } from '@temporalio/worker'

/**
 * An entry of the SDK of Temporal as our log has it. A stop that was asked for is no error where it cannot wait for an activity: that
 * goes to another worker.
 */
export function sdkEntry({ level, message, meta }: Pick<LogEntry, 'level' | 'message' | 'meta'>): {
  readonly level: 'error' | 'warn'
  readonly facts: Record<string, unknown>
  readonly message: string
} {
  const facts = factsOf(meta)
  if (meta?.error instanceof GracefulShutdownPeriodExpiredError)
    return {
      level: 'warn',
      facts,
      message: 'The worker stops before an activity has ended; another worker takes it over.',
    }
  return { level: level === 'ERROR' ? 'error' : 'warn', facts, message }
}

/** The part of an SDK log entry that shows where and why something failed: the first line of the error. */
export function factsOf(meta: LogMetadata | undefined): Record<string, unknown> {
  const { activityType, workflowId, runId, error } = meta ?? {}
  const failure = error instanceof Error ? { error: `${error.name}: ${error.message.split('\n')[0]}` } : {}
  return { activityType, workflowId, runId, ...failure }
}
