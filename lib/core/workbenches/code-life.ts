import type { RequestContext } from '../engine/endpoints/request-context'
import { namesCertificate } from '../engine/sessions/workbench'
import { isProtocolError } from '../shared/ports/errors'
import type { Workbench } from '../shared/ports/workbench'
import { addSeconds, type EpochMillis } from '../shared/time/time'
import { isSameJson } from '../shared/values/json'
import { signerOfClient } from '../verifier/read/request/verifier-link'
import { readSettings } from './settings'

/** How long before its end a code says so. */
const announcedSeconds = 7 * 86_400

/**
 * When the code that asks for a presentation ends, because the certificate that it names expires (OID4VP-1FINAL-5.9.3).
 * `null` while that is more than a week away, and for a code that names no certificate of this installation.
 */
export function codeEndsAt(
  { code: { clientId } }: Pick<Workbench, 'code'>,
  { exchange: { at }, ports }: Pick<RequestContext, 'exchange' | 'ports'>,
): EpochMillis | null {
  const signer = signerOfClient(clientId, { ports })
  const read = signer === null ? null : ports.trustAnchors('credential_issuer')(signer.x5c)
  const [leaf] = read?.readable ? read.certificates : []
  return leaf !== undefined && leaf.notAfter > at && leaf.notAfter <= addSeconds(at, announcedSeconds)
    ? leaf.notAfter
    : null
}

/**
 * A workbench with the code that its next scan can serve: another one once the certificate that its code names has expired.
 * The same object while nothing has changed, and where its settings are no longer accepted, so that nobody can say what the
 * code would be.
 */
export async function withLivingCode(workbench: Workbench, context: RequestContext): Promise<Workbench> {
  const { clientId } = workbench.code
  if (!namesCertificate(clientId) || signerOfClient(clientId, context) !== null) return workbench
  try {
    const { code } = await readSettings(workbench, context)
    return isSameJson({ ...code }, { ...workbench.code })
      ? workbench
      : { ...workbench, code, version: workbench.version + 1 }
  } catch (error) {
    if (!isProtocolError(error)) throw error
    return workbench
  }
}
