/** Browsers by their token in `User-Agent`. Most also carry the token of Chrome or Safari, so those come last. */
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

/** Names the browser in a `User-Agent`, e.g. `Chrome 156 on Android`; `null` if none is recognised. */
export function browserWords(userAgent: string): string | null {
  for (const [name, mark] of browsers) {
    const [, version] = mark.exec(userAgent) ?? []
    if (version === undefined) continue
    const system = systems.find(([, sign]) => sign.test(userAgent))?.[0]
    return `${name} ${version}${system === undefined ? '' : ` on ${system}`}`
  }
  return null
}

/** Who carried an exchange between page and service: a browser, or a program emulating one. */
export type Carrier = 'browser' | 'emulated'

/** Label of an exchange's carrier; `null` if the wallet sent it directly. */
export function carrierWords(carrier: Carrier | undefined, userAgent: unknown): string | null {
  if (carrier === undefined) return null
  if (carrier === 'emulated') return 'emulated'
  return `through ${(typeof userAgent === 'string' ? browserWords(userAgent) : null) ?? 'a browser'}`
}

/** Explains whose header fields these are; `null` if the wallet sent them directly. */
export function headersFrom(carrier: Carrier | undefined): string | null {
  if (carrier === undefined) return null
  return carrier === 'browser'
    ? 'These come from the browser, not from the wallet.'
    : 'These come from the program that played the browser, not from a wallet behind one.'
}
