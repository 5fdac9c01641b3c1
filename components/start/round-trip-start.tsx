import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuerView } from '@/lib/queries/issuers'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Panel } from '../ui/panel'

/** Starts a round trip, an issuance and a presentation of its result: one form per credential. */
export function RoundTripStart({ issuers }: { readonly issuers: readonly IssuerView[] }) {
  return (
    <Panel labelledBy="round-trip" className="p-4 md:p-6">
      <h2 id="round-trip" className="mb-3 text-lg">
        Which credential?
      </h2>
      <div className="flex flex-wrap gap-2">
        {issuers.flatMap(({ id, credential_configuration_ids }) =>
          credential_configuration_ids.map((configuration) => (
            <form key={configuration} method="post" action={renderedPaths.createRoundTrip()}>
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
