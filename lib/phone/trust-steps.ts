/** How to make a platform trust the test root. */
export interface PlatformSteps {
  readonly platform: string
  readonly steps: readonly string[]
  /** What the steps do not cover. */
  readonly limit: string
  /** How to remove the root again. */
  readonly undo: string
}

/** Menu names as in the English versions; Android vendors move them around. */
export const trustSteps: readonly PlatformSteps[] = [
  {
    platform: 'iPhone and iPad',
    steps: [
      'Open the root certificate page in Safari; other browsers only save the file.',
      'Tap “root-ca.cer”, and allow the download of the profile.',
      'Settings › Profile Downloaded (or General › VPN & Device Management): install “Wallet Capture Test Root”.',
      'Settings › General › About › Certificate Trust Settings: enable full trust for it. Without this step nothing trusts it.',
    ],
    limit: 'Apps then trust it too, unless they pin certificates.',
    undo: 'Settings › General › VPN & Device Management: remove the profile.',
  },
  {
    platform: 'Android',
    steps: [
      'Open the root certificate page in the browser and download “root-ca.cer”.',
      'Settings › Security & privacy › More security settings › Encryption & credentials › Install a certificate › CA certificate. Some devices require a screen lock first. You can search the settings for “CA certificate”.',
      'Confirm the warning and choose the downloaded file.',
    ],
    limit:
      'Browsers then trust it. Apps trust a user-installed root only if they were built to (a network security configuration with user certificates, common in debug builds). Wallets from the store usually were not: use a tunnel with a public certificate.',
    undo: 'Encryption & credentials › User credentials (or Trusted credentials › User): remove it.',
  },
  {
    platform: 'Your computer',
    steps: [
      'Its browser shows a certificate warning too. Download “root-ca.cer” from the root certificate page.',
      'macOS: open it in Keychain Access, and set it to “Always Trust”. Windows: install it into “Trusted Root Certification Authorities”. Linux: import it in the certificate settings of the browser, for websites.',
    ],
    limit: 'Firefox may use its own certificate store: Settings › Privacy & Security › Certificates.',
    undo: 'The same place: remove “Wallet Capture Test Root”.',
  },
]

/** Why the root must not stay on a phone in everyday use. */
export const trustWarning =
  'Anyone with the key of this root can impersonate any website to a phone that trusts it. The key exists only in the data directory of this installation. Use a test phone, and remove the root afterwards.'
