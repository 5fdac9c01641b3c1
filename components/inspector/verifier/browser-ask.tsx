import { buttonClass } from '../../ui/button-class'
import { Icon } from '../../ui/icon'

/** Opens the page that asks a wallet through this browser. */
export const BrowserAsk = ({ page }: { readonly page: string }) => (
  <div className="grid justify-items-start gap-2">
    <a href={page} className={buttonClass({ look: 'solid' }, 'max-md:w-full')}>
      <Icon name="wallet" />
      Ask through this browser
    </a>
    <p className="text-sm text-ink-2">
      If the wallet is on a phone, the browser shows a QR code of its own, and the two have to be near each other.
    </p>
  </div>
)
