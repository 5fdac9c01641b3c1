import 'server-only'
import { sessionId } from '@/lib/core/ground/ports/ids'
import { clientRegistration, registrationUnder } from '@/lib/core/verifier/evidence/client-registration'
import { container } from '@/lib/server/wiring/container'
import { readRegisteredVerifier } from '@/lib/wallet/verifier/request/registered-verifier'
import type { VerifierOptions } from '@/lib/wallet/verifier/run-at-verifier'

/** The same in the sessions of a campaign, whose registered verifier is always `wallet-capture`. */
export function knownInCampaign(): Pick<VerifierOptions, 'attestationIssuers' | 'registeredVerifiers'> {
  const { ports, protocolSettings } = container()
  const registration = registrationUnder('wallet-capture', {
    baseUrl: protocolSettings.baseUrl,
    verifierKeys: ports.verifierKeys,
  })
  const registered = readRegisteredVerifier(registration)
  return {
    attestationIssuers: [ports.rootCertificate.pem],
    registeredVerifiers: registered === null ? [] : [registered],
  }
}

/**
 * Whom the wallet of a page knows without a certificate: the issuer of our verifier attestations, and the verifier of its session where
 * that has to be registered. Throws StoreUnavailable.
 */
export async function knownVerifiers(
  id: string,
): Promise<Pick<VerifierOptions, 'attestationIssuers' | 'registeredVerifiers'>> {
  const { ports, protocolSettings } = container()
  const session = await ports.store.session(sessionId(id))
  const registration =
    session?.kind === 'presentation'
      ? clientRegistration(session, { baseUrl: protocolSettings.baseUrl, verifierKeys: ports.verifierKeys })
      : null
  const registered = readRegisteredVerifier(registration)
  return {
    attestationIssuers: [ports.rootCertificate.pem],
    registeredVerifiers: registered === null ? [] : [registered],
  }
}
