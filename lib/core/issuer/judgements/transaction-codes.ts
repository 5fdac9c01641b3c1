import type { TransactionCodeOffer } from '../../shared/ports/session-options'
import { numberWords } from '../../shared/values/number-word'
import { say, type Wording, word } from '../../shared/values/wording'
import type { TxCodeReading } from '../read/token/token-reading'
import { codeLength } from '../read/transaction-code'

const counted = (count: number): Wording => {
  const name = numberWords[count]
  return name === undefined ? say`${count}` : word(name)
}

const signs = ({ input_mode: mode }: TransactionCodeOffer) => word(mode === 'text' ? 'characters' : 'digits')

/** What a transaction code of this offer looks like, e.g. `six digits`. */
export const codeWords = (offered: TransactionCodeOffer): Wording =>
  say`${counted(codeLength(offered))} ${signs(offered)}`

/** How the sent code differs from the right one, in kind alone, e.g. `six digits, but other ones`. */
export function differenceWords({
  differs,
  length,
  offered,
}: Pick<TxCodeReading, 'differs' | 'length'> & { readonly offered: TransactionCodeOffer }): Wording {
  switch (differs) {
    case 'separated':
      return say`the right code with other characters between its own`
    case 'former':
      return say`the code of another session`
    case 'length':
      return say`${counted(length)} characters instead of ${counted(codeLength(offered))}`
    case 'letters':
      return say`letters or signs, where it has digits alone`
    default:
      return say`${codeWords(offered)}, but other ones`
  }
}
