/** How certain it is that a step works. */
export type StepMark = 'tried' | 'read in its source' | 'not verified'

interface WalletStep {
  /** Text with code between backticks. */
  readonly text: string
  readonly mark: StepMark
  /** Source of a step that was read but not tried. */
  readonly where?: string
}

/** How to make a wallet trust this installation. */
export interface WalletSteps {
  readonly wallet: string
  readonly steps: readonly WalletStep[]
}

/** Steps for each wallet. `baseUrl`: public origin of the service, without a trailing slash. */
export const walletSteps = (baseUrl: string): readonly WalletSteps[] => [
  {
    wallet: 'Reference wallet of this project',
    steps: [
      {
        text: `Save the certificate of the list operator: \`curl -o operator.pem ${baseUrl}/trust/anchors/lists.pem\`.`,
        mark: 'tried',
      },
      {
        text: `Run it with the link of a session: \`npm run wallet -- "LINK" --trust-lists ${baseUrl}/trust/lists --list-operator operator.pem\`. With \`--trust-policy refuse\` it refuses where it may also warn.`,
        mark: 'tried',
      },
    ],
  },
  {
    wallet: 'EU wallet for Android',
    steps: [
      {
        text: 'Build the app yourself, with wallet core 0.30 or later. What it trusts is in `WalletCoreConfigImpl`.',
        mark: 'read in its source',
        where: 'documentation of the core, wiki of the app',
      },
      {
        text: 'With lists: `configureEtsiTrust { loteLocations(SupportedLists(…)) }` together with `configureReaderTrustStore { }`.',
        mark: 'read in its source',
        where: 'documentation of the core',
      },
      {
        text: 'Or without lists: `configureReaderTrustStore(…)` with the PEM of our access authority.',
        mark: 'read in its source',
        where: 'wiki of the app',
      },
      { text: 'How it is told who may sign the lists.', mark: 'not verified' },
    ],
  },
  {
    wallet: 'EU wallet for iOS',
    steps: [
      {
        text: 'Build the app yourself. Put the DER file of our access authority into `Wallet/Certificate`, and its name into `trustedReaderRootCertificates`.',
        mark: 'read in its source',
        where: 'wiki of the app',
      },
      { text: 'Lists are in its kit since pull request 419. How to call them.', mark: 'not verified' },
    ],
  },
  {
    wallet: 'eudi-dev, version 3',
    steps: [
      { text: 'Start the wallet with `--arf --mode strict`.', mark: 'read in its source', where: 'its ADR 21' },
      {
        text: 'Give it our authorities by `--relying-party-ca`, or by `wallet trust add-ca` for each role, or our lists by `--trusted-list` with `--trusted-list-ca`.',
        mark: 'read in its source',
        where: 'its ADR 21 and 23',
      },
    ],
  },
  {
    wallet: 'German wallet',
    steps: [
      {
        text: 'Bring the access and registration certificates that its registrar gave you: with a session (`access_certificate`), or in the folder `trust/identities` of this installation (`trust_identity`).',
        mark: 'read in its source',
        where: 'its public guide',
      },
      {
        text: 'That it trusts no other registrar, and so none of the certificates on this page.',
        mark: 'not verified',
      },
    ],
  },
  {
    wallet: 'wwWallet and Multipaz',
    steps: [
      { text: 'Their anchors come from their backend: add ours there.', mark: 'read in its source' },
      {
        text: 'Multipaz of September 2025 does not read `verifier_info`, which carries registration certificates.',
        mark: 'read in its source',
      },
      { text: 'The single steps in the backend.', mark: 'not verified' },
    ],
  },
]
