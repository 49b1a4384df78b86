"""page.py PAGE SOURCE [probed]: does the page hold all that it should, and need nothing else? probed: in a browser"""
import html.parser, re, sys

text = open(sys.argv[1], encoding="utf-8").read()


class Page(html.parser.HTMLParser):
    VOID = {"meta", "br", "link", "img", "rect"}

    def __init__(self):
        super().__init__()
        self.open, self.words, self.counts, self.ids, self.links = [], {}, {}, set(), set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for key in "src", "href", "data", "srcset":
            if key in attributes:
                assert key == "href" and attributes[key].startswith("#"), attributes
                self.links.add(attributes[key][1:])
        if "id" in attributes:
            self.ids.add(attributes["id"])
        if tag not in self.VOID:
            self.open.append((tag, attributes.get("class", "")))

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            top = self.open.pop()
            assert top[0] == tag, (top, tag, self.getpos())

    def handle_data(self, data):
        for tag, kind in self.open[-1:]:
            self.words.setdefault(tag + "." + kind if kind else tag, []).append(data)


page = Page()
page.feed(text)
assert not page.open, page.open
assert [w for w in page.words["h2"]] == ["Regions", "What to change", "Timeline", "How far from the limit", "Data movement", "The rest of the time", "Source"], page.words["h2"]
assert page.links <= page.ids, page.links - page.ids
assert page.counts["figure"] == page.counts["figcaption"] == 5, page.counts
assert page.counts["rect"] > 20 and page.counts["svg"] == 3, page.counts
assert "time since the program began" in page.words["p.axisname"]
assert "#pragma omp target data map(tofrom: a) map(to: b)" in page.words["pre.directive"], page.words["pre.directive"]
source = open(sys.argv[2], encoding="utf-8").read().split("\n")
shown = page.words["code"]
for line in source:  # each line of the user's is there, as it is
    assert not line or line in shown, line
assert not re.search(r"https?://|url\(|@import", text)
assert "prefers-color-scheme: dark" in text and 'name="viewport"' in text
if len(sys.argv) > 3:
    title = re.search("<title>(.*?)</title>", text).group(1)
    begin, y, width, height, wide = re.fullmatch(r"(\S+) (\S+) (\S+) (\S+) wide:(\w+)", title).groups()
    whole = float(re.search(r'data-wall="([0-9.]+)"', text).group(1))
    assert abs(float(width) - whole / 2) < 1 and abs(float(begin) - whole / 4) < 1, title
    assert wide == "false", title
