import type { Refusal } from './errors'
import type { StepReport, WalletExchange } from './run-log'

/** One line for a request: method, path, status, and what the wallet learned. */
export function describeStep({ method, path, status, misbehaved, learned }: StepReport): string {
  const mark = misbehaved ? '!' : ' '
  const place = path.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22,}/gi, '$1…')
  return `${mark} ${method.padEnd(4)} ${place.padEnd(64)} ${status ?? '---'}  ${learned}`.trimEnd()
}

/** The line that explains the marks, if any were used. */
export function describeMarks(log: readonly WalletExchange[]): string[] {
  return log.some(({ misbehaved }) => misbehaved) ? ['! marks what the wallet did wrong on purpose.'] : []
}

/** The lines that report how the other side refused. */
export function describeRefusal(by: 'issuer' | 'verifier', refusal: Refusal | null): string[] {
  return [
    `Refused by the ${by}: ${refusal?.status} ${refusal?.error ?? 'without an error code'}`,
    ...(refusal?.error_description ? [`  ${refusal.error_description}`] : []),
    ...(refusal?.error_uri ? [`  ${refusal.error_uri}`] : []),
  ]
}
