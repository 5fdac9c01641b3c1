import { everyPreset, listPreset } from '../campaigns/presets'
import { installationOf, isPossibleAt, presetFacts } from '../campaigns/presets/preset'
import { describeCheck } from '../engine/checks/check-contract'
import { plain } from '../engine/endpoints/endpoint'
import { checkRegistry, isOfSession } from '../issuer-and-verifier'
import { bytesReply, jsonReply, textReply } from '../shared/http/reply'
import { ProtocolError } from '../shared/ports/errors'
import { addSeconds, type EpochMillis, startOfDay, toIso } from '../shared/time/time'

/** `GET /healthz`: always `ok` while the server listens, whatever the state of its parts. */
export const getHealth = plain(async () => ({ reply: jsonReply(200, { status: 'ok' }) }))

const storageProblems = {
  away: 'PocketBase does not respond.',
  unwritable: 'PocketBase responds, but could not write the last commit: see its log, and whether the disk is full.',
} as const

/**
 * `GET /readyz`: which parts are up. 503 `unavailable` without a storage that writes, because wallets cannot be served
 * then; 200 `degraded` if only the scoreboard's aggregation is down; otherwise 200 `ok`.
 */
export const getReadiness = plain(async ({ ports }) => {
  const { pocketbase: storage, ...others } = await ports.parts()
  const parts = { pocketbase: storage === 'up', ...others }
  if (storage !== 'up')
    return { reply: jsonReply(503, { status: 'unavailable', parts, problem: storageProblems[storage] }) }
  const isWhole = Object.values(others).every((part) => part !== false)
  return { reply: jsonReply(200, { status: isWhole ? 'ok' : 'degraded', parts }) }
})

/** `GET /checks.json`: the catalogue of checks. */
export const listChecks = plain(async ({ settings: { baseUrl } }) => ({
  reply: jsonReply(
    200,
    checkRegistry.map((check) => describeCheck(check, baseUrl, isOfSession(check))),
  ),
}))

/** `GET /openapi.json`: this installation's interface. */
export const getOpenApi = plain(async ({ ports }) => ({ reply: jsonReply(200, ports.openApi()) }))

/** `GET /presets.json`: named session requests for testing a wallet, in order. */
export const listPresets = plain(async ({ ports, settings }) => {
  const facts = presetFacts({ ports, settings })
  const installation = installationOf({ ports, settings })
  const possible = everyPreset.filter(
    (preset) => isPossibleAt(preset, installation) && !(preset.needsMutations && installation.refusesMutations),
  )
  return { reply: jsonReply(200, { presets: possible.map((preset) => listPreset(preset, facts)) }) }
})

/** `GET /pki/root-ca.pem`: the test root, which only test devices may trust. */
export const getRootCertificatePem = plain(async ({ ports }) => ({
  reply: textReply(200, 'application/x-pem-file', ports.rootCertificate.pem),
}))

/** `GET /pki/root-ca.cer`: the test root as DER, the format that phones install. */
export const getRootCertificateDer = plain(async ({ ports }) => ({
  reply: bytesReply(200, 'application/pkix-cert', ports.rootCertificate.der),
}))

/** `GET /.well-known/security.txt`: 404 if the operator configured no contact. RFC 9116 section 3 */
export const getSecurityTxt = plain(async ({ ports, settings }) => {
  const { securityContact, baseUrl } = settings
  if (securityContact === undefined)
    throw new ProtocolError('not_found', 'The operator of this service has named no contact (SECURITY_CONTACT).')
  const text = securityTxt({ contact: securityContact, baseUrl, at: ports.now() })
  return { reply: textReply(200, 'text/plain; charset=utf-8', text) }
})

/** Validity in days: less than a year. RFC 9116 section 2.5.5 */
const validDays = 180

/** Content of security.txt: contact and expiry, one field per line. RFC 9116 section 2.5 */
export function securityTxt({
  contact,
  baseUrl,
  at,
}: {
  readonly contact: string
  readonly baseUrl: string
  readonly at: EpochMillis
}): string {
  const expires = addSeconds(startOfDay(at), validDays * 86_400)
  return [
    `Contact: ${contact}`,
    `Expires: ${toIso(expires)}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
