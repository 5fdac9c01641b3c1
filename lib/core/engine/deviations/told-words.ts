import type { Teller } from '../../ground/ports/teller'

/** What a wallet showed, as seen and as reported; whatever is none of these says that it carried on. */
const words: ReadonlyMap<unknown, readonly [string, string]> = new Map([
  ['error', ['show an error', 'showed an error']],
  ['warned', ['warn its user and ask', 'warned its user and asked']],
])
const carriedOn = ['carry on', 'carried on'] as const

/** What was told of a wallet, in words of who told it; `wallet` is what to call it. */
export function toldWords(shown: unknown, by: Teller | null, wallet = 'the wallet'): string {
  const [does, did] = words.get(shown) ?? carriedOn
  if (by === 'person') return `a person saw ${wallet} ${does}`
  return by === 'driver'
    ? `the driver reported that ${wallet} ${did}`
    : `told, by whom is not recorded: ${wallet} ${did}`
}
