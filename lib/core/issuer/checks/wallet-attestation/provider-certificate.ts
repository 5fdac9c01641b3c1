import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { CertificateFact } from '../../../ground/ports/certificate-facts'
import { say, type Wording } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

/** `id-etsi-qct-wal`: the certificate is one of a wallet provider. TS 119 412-6 section 5 */
const walletProviderStatement = '0.4.0.194126.1.2'

/** Basic constraints and key usage, the two that may be critical. */
const criticalAllowed: readonly string[] = ['2.5.29.15', '2.5.29.19']

export const walletAttestationProviderCertificate = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.provider_certificate',
  {
    title: 'Certificate of the wallet provider has the form that the EU profile gives it',
    problem: 'The certificate of the wallet provider lacks what the EU profile asks for',
    clauses: ['E4126-5'],
    level: 'info',
    profile: 'eu',
    toldUnclaimed: true,
    needs: ['vci.wallet_attestation.signature'],
    concerns: ['client'],
    why: 'The statement tells a certificate of a wallet provider from all others of the same authority. The clause of ETSI is cited after the EU libraries.',
    hint: 'Have the certificate issued with the statement 0.4.0.194126.1.2, a certificate policy and a subject key identifier; only basic constraints and key usage may be critical.',
    run: onAttestation(({ certificates, signature }) => {
      if (!certificates?.readable || signature !== 'valid')
        return notApplicable(say`There is no valid signature to rely on.`)
      if (certificates.listing === undefined)
        return notApplicable(say`This installation relies on no list of wallet providers.`)
      const missing = lacking(certificates.certificates[0])
      return missing.length === 0
        ? pass()
        : violated({
            expected: say`the statement, a policy, a subject key identifier, nothing else critical`,
            actual: missing,
          })
    }),
  },
)

const lacking = ({ statements, policies, subjectKeyIdentifier, criticalExtensions }: CertificateFact): Wording[] => [
  ...(statements.includes(walletProviderStatement) ? [] : [say`no statement ${walletProviderStatement}`]),
  ...(policies.length > 0 ? [] : [say`no certificate policy`]),
  ...(subjectKeyIdentifier !== null ? [] : [say`no subject key identifier`]),
  ...criticalExtensions.filter((id) => !criticalAllowed.includes(id)).map((id) => say`extension ${id} is critical`),
]
