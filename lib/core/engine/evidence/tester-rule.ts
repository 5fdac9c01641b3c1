/** Who has a rule that no clause has: shown where the clause of another rule is. */
export const testerRule = 'expected by the tester'

/** The same as a sentence, for what leads a page or a report. */
export const testerRuleSentence = 'Expected by the tester: no clause says what a wallet does here.'
