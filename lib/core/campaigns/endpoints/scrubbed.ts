import { redactVisible } from '../../engine/redaction/values/redact-text'
import { redactionOf } from '../../wings'

/** How many characters of a text to keep. A removal mark may be longer than the text it replaces. */
const storedCharactersMax = 2000

/** What a person wrote, without what is clearly a secret. */
export const scrubbed = (text: string, charactersMax = storedCharactersMax): string =>
  redactVisible(text, redactionOf('/openid4vp/sessions').names).slice(0, charactersMax).toWellFormed()

/** The same for a name of somebody. */
export const scrubbedName = (name: string): string => scrubbed(name, nameCharactersMax)

const nameCharactersMax = 200
