/** Names and purposes of the trust framework's certificates and lists. */

interface AnchorWords {
  readonly title: string
  readonly purpose: string
}

/** By the certificate's name in URLs. */
export const anchorWords: Readonly<Record<string, AnchorWords>> = {
  'access-ca': {
    title: 'Access authority',
    purpose: 'Signs access certificates: who asks a wallet for data, or offers it a credential, signs with one.',
  },
  'registrar-ca': {
    title: 'Registrar',
    purpose: 'Signs registration certificates: they say what somebody may ask for or issue.',
  },
  'pid-ca': { title: 'PID authority', purpose: 'Stands behind the credentials that issuers in this framework sign.' },
  'wallet-provider-ca': {
    title: 'Wallet provider',
    purpose: 'Stands behind the reference wallet, for issuers that ask who made a wallet.',
  },
  'list-operator': {
    title: 'List operator',
    purpose: 'Signs the lists. A wallet that reads lists needs this certificate only, and learns the others from them.',
  },
}

/** By the list's name in URLs. */
export const listWords: Readonly<Record<string, string>> = {
  'pid-providers': 'PID providers',
  'wallet-providers': 'Wallet providers',
  'access-certificate-providers': 'Providers of access certificates',
  'registration-certificate-providers': 'Providers of registration certificates',
  'pub-eaa-providers': 'Public bodies that issue attestations',
  registrars: 'Registrars and registers',
  lists: 'List of lists',
}
