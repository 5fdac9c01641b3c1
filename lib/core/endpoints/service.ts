import { describeCheck } from '../checks/describe-check'
import { checkRegistry } from '../checks/registry'
import { bytesReply, jsonReply, textReply } from '../http/reply'
import { plain } from './endpoint'

/** `GET /healthz`: always `ok` while the server listens, whatever its parts do. */
export const getHealth = plain(async () => ({ reply: jsonReply(200, { status: 'ok' }) }))

/**
 * `GET /readyz`: which parts are up. 503 `unavailable` without storage, for then wallets are not served; 200 `degraded`
 * where only the scoreboard's aggregation stands still; else 200 `ok`.
 */
export const getReadiness = plain(async ({ ports }) => {
  const parts = await ports.parts()
  const isWhole = Object.values(parts).every((part) => part !== false)
  const status = !parts.pocketbase ? 'unavailable' : isWhole ? 'ok' : 'degraded'
  return { reply: jsonReply(parts.pocketbase ? 200 : 503, { status, parts }) }
})

/** `GET /checks.json`: the catalogue of checks. */
export const listChecks = plain(async () => ({ reply: jsonReply(200, checkRegistry.map(describeCheck)) }))

/** `GET /pki/root-ca.pem`: the test root, to be trusted by test devices only. */
export const getRootCertificatePem = plain(async ({ ports }) => ({
  reply: textReply(200, 'application/x-pem-file', ports.rootCertificate.pem),
}))

/** `GET /pki/root-ca.cer`: the same as DER, the form that phones install. */
export const getRootCertificateDer = plain(async ({ ports }) => ({
  reply: bytesReply(200, 'application/pkix-cert', ports.rootCertificate.der),
}))
