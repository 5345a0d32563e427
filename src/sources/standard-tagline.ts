/** The beginning of WordPress' own tagline in the usual languages. */
const WORDPRESS =
  /^(?:just another|eine? weitere[rs]?|noch eine?|un site (?:utilisant|propulsé par)?|otro (?:sitio|blog)|(?:solo )?un (?:nuovo|altro) (?:sito|blog)|(?:só |apenas )?mais um (?:site|blog)|(?:gewoon )?een (?:andere|nieuwe)|kolejn\p{L}+ \p{L}+|ещё один сайт|ännu en|又一个)[^.!?]{0,30}WordPress[\p{L}.]*(?:[- ]?(?:site|weblog|blog|website|seite|webbplats|de plus|站点))?$/iu;
const GHOST =
  /^(?:thoughts, stories and ideas|just a blogging platform|the professional publishing platform)\.?$/i;

/** True for the tagline that a new site has until its owner writes one: it says nothing of the site. */
export function isStandardTagline(text: string): boolean {
  return WORDPRESS.test(text.trim()) || GHOST.test(text.trim());
}
