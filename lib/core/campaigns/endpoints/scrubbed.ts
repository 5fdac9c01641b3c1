import { withoutMade } from '../../engine/endpoints/entered-text'
import { redactVisible } from '../../engine/redaction/values/redact-text'
import type { Ports } from '../../ground/ports/ports'
import { redactionOf } from '../../wings'

/** How many characters of a text to keep. A removal mark may be longer than the text it replaces. */
const storedCharactersMax = 2000

/** What a person wrote, without what is clearly a secret, or was made by this service and still works. */
export const scrubbed = (text: string, ports: Pick<Ports, 'madeIn'>, charactersMax = storedCharactersMax): string =>
  redactVisible(withoutMade(text, ports), redactionOf('/openid4vp/sessions').names)
    .slice(0, charactersMax)
    .toWellFormed()

/** The same for a name of somebody. */
export const scrubbedName = (name: string, ports: Pick<Ports, 'madeIn'>): string =>
  scrubbed(name, ports, nameCharactersMax)

const nameCharactersMax = 200
