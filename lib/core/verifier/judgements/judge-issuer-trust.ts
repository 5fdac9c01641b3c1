import { notObserved, pass, violated } from '../../engine/checks/check'
import type { PresentedSubject } from '../read/response/response-reading'

/**
 * Judges whether the issuer of a credential is trusted; `null`: nothing says so or otherwise. It refuses the answer only in
 * a session that requires a trusted issuer.
 * @see OID4VP-1FINAL-8.6
 */
export function judgeIssuerTrust(issuerTrusted: boolean | null, { answer }: Pick<PresentedSubject, 'answer'>) {
  if (issuerTrusted === true) return pass()
  if (issuerTrusted === null && !answer.session.options.require_trusted_issuer)
    return notObserved('There is no certificate chain, or no trust anchor to compare it with.')
  return violated({
    expected: 'a chain to a trust anchor',
    actual: issuerTrusted === false ? 'no such chain' : 'no chain',
    ...(answer.session.options.require_trusted_issuer
      ? {
          error: 'invalid_presentation',
          refusal: 'The issuer is not trusted, and this session requires a trusted one.',
        }
      : { error: null }),
  })
}
