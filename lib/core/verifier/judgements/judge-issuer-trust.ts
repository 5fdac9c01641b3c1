import { notObserved, pass, violated } from '../../engine/checks/check'
import { shownChainError } from '../../engine/judgements/shown-chain-error'
import type { CertificateFacts } from '../../ground/ports/certificate-facts'
import { say, type Wording } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'

/**
 * Judges whether the issuer of a credential is trusted; `null` if nothing decides it. A finding says which rule its
 * chain breaks. It refuses the answer only in a session that requires a trusted issuer. A certificate says nothing of a
 * credential that its key did not sign.
 * @see OID4VP-1FINAL-8.6
 */
export function judgeIssuerTrust(
  issuerTrusted: boolean | null,
  {
    chain,
    signature,
  }: {
    readonly chain: { readonly facts: CertificateFacts } | null
    readonly signature: { readonly result: 'valid' | 'invalid' | 'unverified' }
  },
  { answer }: Pick<PresentedSubject, 'answer'>,
) {
  if (issuerTrusted === true)
    return signature.result === 'valid'
      ? pass()
      : notObserved(
          say`The certificate is trusted, and its signature does not show that this issuer made the credential.`,
        )
  if (issuerTrusted === null && !answer.session.options.require_trusted_issuer)
    return notObserved(say`There is no certificate chain, or no trust anchor to compare it with.`)
  return violated({
    expected: say`a chain to a trust anchor`,
    actual: issuerTrusted === false ? brokenRule(chain?.facts) : say`no chain`,
    ...(answer.session.options.require_trusted_issuer
      ? {
          error: 'invalid_presentation',
          refusal: 'The issuer is not trusted, and this session requires a trusted one.',
        }
      : { error: null }),
  })
}

function brokenRule(facts: CertificateFacts | undefined): Wording {
  if (!facts?.readable || facts.trustError === null) return say`no such chain`
  return say`no such chain: ${shownChainError(facts.trustError, facts.certificates.length)}`
}
