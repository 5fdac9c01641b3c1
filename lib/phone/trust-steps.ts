/** How a platform is brought to trust the test root. */
export interface PlatformSteps {
  readonly platform: string
  readonly steps: readonly string[]
  /** What the steps cannot do. */
  readonly limit: string
  /** How to take the root away again. */
  readonly undo: string
}

/** Names of menus as the systems have them in English; makers of Android devices move them about. */
export const trustSteps: readonly PlatformSteps[] = [
  {
    platform: 'iPhone and iPad',
    steps: [
      'Open the page of the root certificate in Safari; other browsers only save the file.',
      'Tap “root-ca.cer”, and allow the download of the profile.',
      'Settings › Profile Downloaded (or General › VPN & Device Management): install “Wallet Capture Test Root”.',
      'Settings › General › About › Certificate Trust Settings: switch on full trust for it. Without this step nothing trusts it.',
    ],
    limit: 'Apps then trust it too, unless they pin certificates of their own.',
    undo: 'Settings › General › VPN & Device Management: remove the profile.',
  },
  {
    platform: 'Android',
    steps: [
      'Open the page of the root certificate in the browser, and download “root-ca.cer”.',
      'Settings › Security & privacy › More security settings › Encryption & credentials › Install a certificate › CA certificate. Some devices want a screen lock first. The search of the settings finds “CA certificate”.',
      'Confirm the warning, and choose the downloaded file.',
    ],
    limit:
      'Browsers then trust it. Apps trust a root that a user installed only if they were built so (a network security configuration with user certificates, as debug builds often have). A wallet from the store usually was not: give it a public certificate by a tunnel.',
    undo: 'Encryption & credentials › User credentials (or Trusted credentials › User): remove it.',
  },
  {
    platform: 'The computer beside it',
    steps: [
      'Its browser warns of the certificate too. Download “root-ca.cer” from the page of the root certificate.',
      'macOS: open it in Keychain Access, and set it to “Always Trust”. Windows: install it into “Trusted Root Certification Authorities”. Linux: import it in the certificate settings of the browser, for websites.',
    ],
    limit: 'Firefox may keep certificates of its own: Settings › Privacy & Security › Certificates.',
    undo: 'The same place: remove “Wallet Capture Test Root”.',
  },
]

/** Why the root has no place on a phone that people live with. */
export const trustWarning =
  'Whoever holds the key of this root could pretend to be any website to a phone that trusts it. The key lies in the data directory of this installation and nowhere else. Use a test phone, and remove the root afterwards.'
