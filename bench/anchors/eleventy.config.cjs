/** A folder of Markdown with one layout around every page and nothing else; `ELEVENTY_OUT` is the output folder. */
module.exports = function configure(eleventy) {
  eleventy.addGlobalData('layout', 'page.html');
  return {
    dir: { input: '.', includes: '../../anchors', output: process.env.ELEVENTY_OUT },
    markdownTemplateEngine: false,
    templateFormats: ['md'],
  };
};
