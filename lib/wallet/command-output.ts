import type { IssuanceRun } from './issuance/issuance-run'
import type { StepReport } from './run-log'

/** One line for one request: method, path, status, what the wallet learned. */
export function describeStep({ method, path, status, misbehaved, learned }: StepReport): string {
  const mark = misbehaved ? '!' : ' '
  const place = path.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22,}/gi, '$1…')
  return `${mark} ${method.padEnd(4)} ${place.padEnd(64)} ${status ?? '---'}  ${learned}`.trimEnd()
}

/** The lines that say how a run ended. */
export function describeRun({ outcome, credentials, refusal, reason, log }: IssuanceRun): string[] {
  const marked = log.some(({ misbehaved }) => misbehaved) ? ['! marks what the wallet did wrong on purpose.'] : []
  switch (outcome) {
    case 'credential_stored':
      return [...marked, ...credentials.map(describeCredential)]
    case 'refused_by_issuer':
      return [
        ...marked,
        `Refused by the issuer: ${refusal?.status} ${refusal?.error ?? 'without an error code'}`,
        ...(refusal?.error_description ? [`  ${refusal.error_description}`] : []),
        ...(refusal?.error_uri ? [`  ${refusal.error_uri}`] : []),
      ]
    case 'stopped_by_wallet':
      return [...marked, `Stopped by the wallet: ${reason}`]
  }
}

function describeCredential({ format, type, verified }: IssuanceRun['credentials'][number]): string {
  const until =
    verified.expiresAt === null ? 'without expiry' : `valid until ${new Date(verified.expiresAt * 1000).toISOString()}`
  const trust = verified.chainTrusted === true ? 'trusted issuer' : 'issuer chain not judged'
  return `Stored: ${format} ${type}, ${verified.disclosures} disclosures, ${trust}, ${until}, bound to key ${verified.holderThumbprint.slice(0, 8)}…`
}
