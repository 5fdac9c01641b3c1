import { Fragment } from 'react'
import { cn } from '@/lib/cn'
import { type StepMark, type WalletSteps, walletSteps } from '@/lib/phone/wallet-steps'
import { Panel } from '../ui/panel'

const marks: Readonly<Record<StepMark, string>> = {
  tried: 'text-pass-ink',
  'read in its source': 'text-ink-2',
  'not verified': 'text-warn-ink',
}

/** What to do in each wallet so that it trusts this installation, and how sure that is. */
export function WalletGuide({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <section aria-labelledby="wallets" className="grid gap-4">
      <div className="grid max-w-[820px] gap-1">
        <h2 id="wallets" className="text-lg">
          Steps for each wallet
        </h2>
        <p className="text-ink-2">
          Each step says how sure it is: <i>tried</i>; <i>read in its source</i>, that is in the code or the
          documentation of the wallet, and tried by nobody here; or <i>not verified</i>.
        </p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {walletSteps(baseUrl).map((wallet) => (
          <WalletPanel key={wallet.wallet} {...wallet} />
        ))}
      </div>
    </section>
  )
}

function WalletPanel({ wallet, steps }: WalletSteps) {
  const id = wallet.toLowerCase().replace(/\W+/g, '-')
  return (
    <Panel labelledBy={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 p-4 md:p-6">
      <h3 id={id} className="text-md">
        {wallet}
      </h3>
      <ul className="grid list-disc gap-2 pl-5">
        {steps.map(({ text, mark, where }) => (
          <li key={text} className="[overflow-wrap:anywhere]">
            <WithCode text={text} />{' '}
            <span className={cn('text-sm whitespace-nowrap', marks[mark])}>
              <b className="font-medium">{mark}</b>
            </span>
            {where !== undefined && <span className="text-sm text-ink-2"> ({where})</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A text whose parts between backticks are code. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => {
    const key = String(at)
    return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })
}
