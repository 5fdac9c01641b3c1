import { type BundleVerdict, kindWords, notPromised, promised } from '@/lib/core/campaigns/bundle/verdict'

/** A verdict for people at a terminal. */
export function verdictText(verdict: BundleVerdict, rootGiven: boolean): string {
  switch (verdict.result) {
    case 'unreadable':
      return `Unreadable. ${verdict.problem}`
    case 'broken':
      return `Broken. ${verdict.entry === null ? 'The archive' : verdict.entry}: ${verdict.problem}`
    case 'intact':
    case 'unknown_signer':
      return [
        verdict.result === 'intact'
          ? 'Intact, and signed below the root that you gave.'
          : `Intact, signer unknown: ${rootGiven ? 'it leads to another root than the one that you gave' : 'no root was given'}.`,
        ...factsOf(verdict.bundle).map(([name, value]) => `  ${name.padEnd(16)} ${value}`),
        'It shows:',
        ...promised.slice(0, verdict.result === 'intact' ? 2 : 1).map((line) => `  + ${line}`),
        'It does not show:',
        ...(verdict.result === 'intact' ? [] : ['  - Who signed it.']),
        ...notPromised.map((line) => `  - ${line}`),
      ].join('\n')
  }
}

const factsOf = (bundle: Extract<BundleVerdict, { bundle: unknown }>['bundle']): [name: string, value: string][] => [
  ['Kind', kindWords[bundle.kind]],
  ...(bundle.wallet === null
    ? []
    : [['Wallet', `${shown(bundle.wallet.name)} ${shown(bundle.wallet.version)}`] as [string, string]]),
  ['Service', shown(bundle.baseUrl)],
  ['Made at', bundle.madeAt],
  ['Sessions', `${bundle.sessions}, in ${bundle.files} files`],
  ['Manifest', `SHA-256 ${bundle.manifestSha256}`],
  ['Root', `SHA-256 ${bundle.rootSha256}`],
]

/** A stranger's text without what a terminal would obey. */
const shown = (text: string): string => text.replace(/[^\x20-\x7e\u00a1-\uffff]/g, '?').slice(0, 200)
