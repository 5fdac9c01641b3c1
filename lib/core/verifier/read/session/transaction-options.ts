import { z } from 'zod'
import { optionsWith } from '../../../engine/sessions/session-option'
import type { JsonObject } from '../../../shared/values/json'

const option = optionsWith<object, { readonly must: string }>()

const extension = { 'x-extension': true }

/** Maximum length of a transaction data member name. */
export const fieldNameMax = 100

/** The tester's description of the first `transaction_data` entry's type, for tests that change it. */
export const transactionOptions = {
  transaction_required_field: option({
    schema: z
      .string()
      .min(1)
      .max(fieldNameMax)
      .optional()
      .meta({
        description:
          'A member that the type of the first entry of transaction_data requires: txn_missing_field leaves it out, txn_wrong_field_type makes an array of it.',
        ...extension,
      }),
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  transaction_out_of_range: option({
    schema: z
      .looseObject({})
      .optional()
      .meta({
        description:
          'Members with values that the type of the first entry of transaction_data does not allow: txn_value_out_of_range puts them into it.',
        ...extension,
      }),
    keep: (asked): JsonObject | undefined => asked as JsonObject | undefined,
    form: [{ reading: 'object', again: 'as_kept' }],
  }),
}

/** Whether these members change a transaction data entry. */
export const changesEntry = (members: JsonObject, entry: JsonObject): boolean =>
  Object.entries(members).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(entry[name]))
