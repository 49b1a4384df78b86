# variants.sh: the lines of variants.txt as run.sh takes them
sed -e '/^#/d' -e 's/^none$//' "$(dirname "$0")/variants.txt"
