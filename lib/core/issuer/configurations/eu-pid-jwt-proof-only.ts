import { type IssuerConfiguration, newIssuerConfigurationId } from './issuer-configuration'

/** Issues a PID to wallets that have no key attestation. No European rule allows this, and its warning says so. */
export const euPidJwtProofOnly: IssuerConfiguration = {
  id: newIssuerConfigurationId('eu-pid-jwt-proof-only'),
  compliance: 'deliberately-nonconforming',
  name: 'EU PID, jwt proof only',
  description:
    'Issues a test PID to any key that signs a plain jwt proof, without a key attestation, so that wallets that have ' +
    'none can be tested too.',
  warning:
    'Deliberately departs from the European rules: keys are not attested. A wallet that insists on device-bound PIDs ' +
    'may refuse this issuer, and is right to do so.',
  display: {
    en: 'Wallet Capture test PID issuer (jwt proof only)',
    it: 'Emittente PID di prova Wallet Capture (solo prova jwt)',
  },
  proofTypes: ['jwt'],
  keyAttestationsRequired: false,
  credentialsPerResponseMax: 1,
  claimsHaip: false,
  credentialConfigurations: [
    {
      id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
      format: 'dc+sd-jwt',
      vct: 'urn:eudi:pid:1',
      name: { en: 'PID (test)', it: 'PID (prova)' },
    },
    {
      id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
      format: 'mso_mdoc',
      doctype: 'eu.europa.ec.eudi.pid.1',
      name: { en: 'PID (test, mdoc)', it: 'PID (prova, mdoc)' },
    },
  ],
}
