import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuerView } from '@/lib/queries/issuers'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'

/** The panel that starts an issuance and the presentation after it: one form for each credential of each issuer. */
export function RoundTripStart({ issuers }: { readonly issuers: readonly IssuerView[] }) {
  return (
    <Panel labelledBy="round-trip" className="p-4 md:p-6">
      <h2 id="round-trip" className="flex items-center gap-2.5 text-lg">
        <Icon name="redo" />
        Issue, then ask for it back
      </h2>
      <p className="mt-2 mb-4 text-ink-2">
        Two QR codes on one page: the wallet gets a credential, then presents it. One verdict covers both and says
        whether the presented credential is the issued one.
      </p>
      <div className="flex flex-wrap gap-2">
        {issuers.flatMap(({ id, credential_configuration_ids }) =>
          credential_configuration_ids.map((configuration) => (
            <form key={configuration} method="post" action={renderedPaths.startRoundTrip()}>
              <input type="hidden" name="issuer_configuration_id" value={id} />
              <input type="hidden" name="credential_configuration_id" value={configuration} />
              <input type="hidden" name="flow" value="pre_authorized_code" />
              <button type="submit" className={buttonClass()}>
                {credentialWords(configuration)}, {issuerWords(id)} issuer
              </button>
            </form>
          )),
        )}
      </div>
    </Panel>
  )
}
