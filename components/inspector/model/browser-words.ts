/** Browsers by the mark in their `User-Agent`; most carry the mark of Chrome or Safari too, so these come last. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[^ ]* (?:Mobile\/\w+ )?Safari\//],
]

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\biPhone\b/],
  ['iPadOS', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** A browser by its `User-Agent`, e.g. `Chrome 156 on Android`; `null` for a text that names none. */
export function browserWords(userAgent: string): string | null {
  for (const [name, mark] of browsers) {
    const [, version] = mark.exec(userAgent) ?? []
    if (version === undefined) continue
    const system = systems.find(([, sign]) => sign.test(userAgent))?.[0]
    return `${name} ${version}${system === undefined ? '' : ` on ${system}`}`
  }
  return null
}

/** Who carried an exchange between page and service: a browser, or a program that plays one. */
export type Carrier = 'browser' | 'emulated'

/** What the chip beside an exchange says of its carrier; `null` for an exchange that a wallet sent by itself. */
export function carrierWords(carrier: Carrier | undefined, userAgent: unknown): string | null {
  if (carrier === undefined) return null
  if (carrier === 'emulated') return 'emulated'
  return `through ${(typeof userAgent === 'string' ? browserWords(userAgent) : null) ?? 'a browser'}`
}

/** What stands over the header fields of such an exchange; `null` where a wallet sent them. */
export function headersFrom(carrier: Carrier | undefined): string | null {
  if (carrier === undefined) return null
  return carrier === 'browser'
    ? 'These come from the browser, not from the wallet.'
    : 'These come from the program that played the browser, not from a wallet behind one.'
}
