import { type IssuerConfiguration, newIssuerConfigurationId } from './issuer-configuration'

/** Judges a wallet against the rules for device-bound PIDs: the holder's keys are attested. */
export const euPidDeviceBound: IssuerConfiguration = {
  id: newIssuerConfigurationId('eu-pid-device-bound'),
  compliance: 'eudi-pid-device-bound',
  name: 'EU PID, device-bound keys',
  description:
    'Issues a test PID to keys that a key attestation vouches for, as the European rules for device-bound PIDs ask. ' +
    'A wallet proves possession with a jwt proof that carries the attestation, or sends the attestation alone.',
  display: { en: 'Wallet Capture test PID issuer', it: 'Emittente PID di prova Wallet Capture' },
  proofTypes: ['jwt', 'attestation'],
  keyAttestationsRequired: true,
  credentialsPerResponseMax: 20,
  claimsHaip: true,
  credentialConfigurations: [
    {
      id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
      format: 'dc+sd-jwt',
      vct: 'urn:eudi:pid:1',
      name: { en: 'PID (test)', it: 'PID (prova)' },
    },
    {
      id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required',
      format: 'mso_mdoc',
      doctype: 'eu.europa.ec.eudi.pid.1',
      name: { en: 'PID (test, mdoc)', it: 'PID (prova, mdoc)' },
    },
  ],
}
